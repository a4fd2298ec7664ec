import { loadOrganisation, type ShownTheme } from '@clearcall/ui/kit/page/organisation.tsx';

/** Every process of the server has new settings so long after they were saved. */
const settingsAgeMs = 1_200;

let redraw: (theme: ShownTheme) => void = () => undefined;

/** Names the function that draws the whole page with another theme. */
export function drawPageWith(draw: (theme: ShownTheme) => void): void {
  redraw = draw;
}

/** Shows the page with the names, colours, texts and logo that were just saved, without loading it again. */
export function followOrganisation(): void {
  setTimeout(async () => {
    // An address that nothing has been kept under.
    const version = String(Date.now());
    document.querySelector('meta[name="theme-hash"]')?.setAttribute('content', version);
    document.querySelector('link[href^="/theme.css"]')?.setAttribute('href', `/theme.css?v=${version}`);
    redraw(await loadOrganisation());
  }, settingsAgeMs);
}
