import type { ColumnOperator } from '@clearcall/domain/applications/list-columns.ts';
import { BareTick } from '@clearcall/ui/kit/field/boxes.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';
import classes from './step-choice.module.css';

interface Condition {
  op: ColumnOperator;
  value: string;
}

/**
 * The steps with open work in the list, of which any number can be chosen: the list shows applications with work in any of
 * them. Conditions of an address or view of before, which typed a part of a title, stay until their chip is removed.
 */
export function StepChoice(props: {
  role: string | undefined;
  conditions: readonly Condition[];
  onChange: (conditions: readonly Condition[]) => void;
}) {
  const { role, conditions, onChange } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ['applications', 'steps', role],
    queryFn: read('GET /v2/applications/steps', { query: role === undefined ? {} : { role } }),
  });
  const chosen = conditions.filter(({ op }) => op === 'equal').map(({ value }) => value);
  if (data === undefined)
    return error === null ? (
      <LoadingRows rows={4} />
    ) : (
      <CallFailure query={{ error, refetch }} what={t('lists.filter.steps')} />
    );
  // A step that was chosen stays here when no work is open in it any more.
  const gone = chosen.filter((title) => data.steps.every((step) => step.title !== title));
  const all = [...data.steps, ...gone.map((title) => ({ title, told: {}, applications: 0 }))];
  const toggle = (title: string, on: boolean) =>
    onChange([
      ...conditions.filter(({ op, value }) => op !== 'equal' || value !== title),
      ...(on ? [{ op: 'equal' as const, value: title }] : []),
    ]);
  return (
    <fieldset className={classes.steps}>
      <legend className="hidden-visually">{t('lists.filter.chooseSteps')}</legend>
      {all.length === 0 ? <p className="small soft">{t('lists.filter.noSteps')}</p> : null}
      {all.map(({ title, told, applications }) => (
        <label key={title}>
          <BareTick
            data-value=""
            checked={chosen.includes(title)}
            onChange={(event) => toggle(title, event.currentTarget.checked)}
          />
          <span lang={langOf({ told }, 'title')}>{title}</span>
          <span className="muted">{numberText(String(applications))}</span>
        </label>
      ))}
    </fieldset>
  );
}
