import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import { iconButton } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useNavigate } from '@tanstack/react-router';
import { useDuplicate } from '../../parts/applications/use-duplicate.ts';

/** What can be done with one application of the list. */
export function RowActions(props: {
  row: ApplicationRow;
  shownId: string;
  forStaff: boolean;
  onDelete: (row: ApplicationRow) => void;
}) {
  const { row, onDelete } = props;
  const navigate = useNavigate();
  const duplicate = useDuplicate(row.uid);
  const copy = {
    label: t('parts.duplicate.do'),
    icon: 'copy' as const,
    disabled: duplicate.isPending,
    why: row.can.duplicate ? undefined : t('lists.row.noDuplicate'),
    onSelect: () => duplicate.mutate(),
  };
  return (
    <MenuButton
      label={t('lists.row.actionsFor', { id: props.shownId })}
      className={iconButton}
      items={[
        {
          label: t('lists.row.open'),
          icon: 'arrow-right',
          onSelect: () => void navigate({ to: '/applications/$uid', params: { uid: row.uid } }),
        },
        ...(props.forStaff
          ? [
              {
                label: t('lists.row.scores'),
                icon: 'list' as const,
                onSelect: () =>
                  void navigate({ to: '/calls/$id/scores', params: { id: String(row.callId) } }),
              },
            ]
          : []),
        ...(row.status === 'draft' ? [] : [copy]),
        ...(row.can.delete
          ? [
              {
                label: t('lists.row.delete'),
                icon: 'trash' as const,
                danger: true,
                onSelect: () => onDelete(row),
              },
            ]
          : []),
      ]}
    >
      <Icon name="more" />
    </MenuButton>
  );
}
