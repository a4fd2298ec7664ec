import { Bar } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import processClasses from './application-process.module.css';
import classes from './editor.module.css';

const stepWidths = ['70%', '84%', '62%', '76%', '58%', '80%', '66%'];
/** As many as most calls have, and as long as the words of most steps: the band takes the room it will need. */
const processWidths = ['52%', '74%', '68%', '70%', '56%', '60%', '66%', '48%'];
const fieldWidths = [180, 240, 140, 210, 160];

/** The editor's own layout while the application is on its way. */
export function EditorSkeleton() {
  return (
    <div role="status" className={classes.skeleton}>
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
      <div className="page" aria-hidden="true">
        <div className={`${processClasses.process} ${processClasses.waiting}`} data-brief="">
          <header>
            <span className={processClasses.line}>
              <Bar width={220} />
            </span>
          </header>
          <ol>
            {processWidths.map((width, index) => (
              <li key={width} aria-current={index === 0 ? 'step' : undefined}>
                {[width, '44%', '80%', '72%', '50%'].slice(0, index === 0 ? 5 : 3).map((line) => (
                  <span key={line} className={processClasses.line}>
                    <Bar width={line} />
                  </span>
                ))}
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div className={`page ${classes.columns}`} aria-hidden="true">
        <div className={`${classes.left} only-wide`}>
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
