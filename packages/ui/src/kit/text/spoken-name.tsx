import type { Draw } from './author-text.tsx';

/** Visible words of a control whose name says more. The name is content, so each text of an author in it has its language. */
export function SpokenName(props: { words: string; name: string; draw: Draw }) {
  return (
    <>
      <span aria-hidden="true">{props.words}</span>
      <span className="hidden-visually">{props.draw(props.name)}</span>
    </>
  );
}
