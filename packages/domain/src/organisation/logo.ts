/** A logo as pages and emails name it: the address of its bytes holds the hash. */
export interface Logo {
  hash: string;
  width: number;
  height: number;
}

/** Largest file that an administrator may choose. */
export const maxLogoBytes = 1024 * 1024;

/** Height of a logo in headers, in pixels. */
const shownHeight = 36;

/** Address and size of a logo in a header. */
export const shownLogo = ({ hash, width, height }: Logo) => ({
  src: `/logo.png?v=${hash}`,
  width: Math.round((width / height) * shownHeight),
  height: shownHeight,
});
