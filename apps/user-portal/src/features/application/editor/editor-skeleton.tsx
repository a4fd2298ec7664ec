import { Bar } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import classes from './editor.module.css';

const stepWidths = ['70%', '84%', '62%', '76%', '58%', '80%', '66%'];
const fieldWidths = [180, 240, 140, 210, 160];

/** The editor's own layout while the application is on its way. */
export function EditorSkeleton() {
  return (
    <div role="status" className={classes.skeleton} data-loading="">
      <span className="hidden-visually">{t('editor.loading')}</span>
      <div className={classes.bar} aria-hidden="true">
        <div className={`page ${classes.barLine}`}>
          <div className={classes.identity}>
            <span className={classes.mono} />
            <div style={{ width: 260, display: 'grid', gap: 8 }}>
              <Bar width="80%" />
              <Bar width="60%" />
            </div>
          </div>
        </div>
      </div>
      <div className={`page ${classes.columns}`} aria-hidden="true">
        <div className={classes.left}>
          {stepWidths.map((width) => (
            <div key={width} style={{ height: 42, display: 'grid', alignItems: 'center', paddingLeft: 36 }}>
              <Bar width={width} />
            </div>
          ))}
        </div>
        <div>
          <Bar width={320} height={28} />
          <div style={{ height: 40 }} />
          {fieldWidths.map((width) => (
            <div key={width} style={{ marginBottom: 28 }}>
              <Bar width={width} />
              <div style={{ height: 10 }} />
              <Bar height={40} />
            </div>
          ))}
        </div>
        <div className={`${classes.panel} only-wide`}>
          <Bar width={180} height={28} />
          <div style={{ height: 24 }} />
          <Bar />
          <div style={{ height: 12 }} />
          <Bar width="70%" />
        </div>
      </div>
    </div>
  );
}
