const controls =
  'input:not([type="hidden"]):not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="-1"][id]';
const maxFrames = 60;

function whenThere(find: () => HTMLElement | null, act: (found: HTMLElement) => void, frames = 0): void {
  const found = find();
  if (found) act(found);
  else if (frames < maxFrames) requestAnimationFrame(() => whenThere(find, act, frames + 1));
}

/** Gives the focus to the first control inside of something that may only just be on its way to the page. */
export function focusFirst(find: () => HTMLElement | null): void {
  requestAnimationFrame(() =>
    whenThere(
      () => find()?.querySelector<HTMLElement>(controls) ?? null,
      (control) => control.focus(),
    ),
  );
}

/** Gives the focus to something that may only just be on its way to the page, and leaves the page where it is. */
export function focusWhenThere(id: string): void {
  whenThere(
    () => document.getElementById(id),
    (found) => found.focus({ preventScroll: true }),
  );
}

/** Opens everything closed that holds an element, and the element itself. */
function reveal(element: Element): void {
  for (
    let closed = element.closest('details:not([open])');
    closed instanceof HTMLDetailsElement;
    closed = element.closest('details:not([open])')
  )
    closed.open = true;
}

/** Scrolls to a field and gives it the focus, once it is on the page. What is long is shown from its `start`. */
export function focusField(address: string, block: 'center' | 'start' = 'center'): void {
  whenThere(
    () => document.getElementById(address),
    (field) => {
      reveal(field);
      field.focus({ preventScroll: true });
      field.scrollIntoView({ block, behavior: 'instant' });
    },
  );
}
