import type { Element } from '@clearcall/domain/forms/types.ts';
import { langOf } from '../../kit/text/author-language.ts';

/** What an element says that holds no answer: its title, and below it its description. */
export function HeadingText({ element, className }: { element: Element; className: string | undefined }) {
  return (
    <div className={className}>
      <h4 lang={langOf(element, 'title')}>{element.title}</h4>
      {element.description ? (
        <p className="soft" lang={langOf(element, 'description')}>
          {element.description}
        </p>
      ) : null}
    </div>
  );
}
