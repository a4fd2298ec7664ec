import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../config.ts';

/**
 * Everything that the pages load comes from here. Styles may be inline: the kit writes them at run time. Errors of the
 * browser may go to the service that the settings name.
 */
const policy = (sentryDsn: string | null) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...(sentryDsn === null ? [] : [new URL(sentryDsn).origin])],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/** What no page of ours asks a device for. Passkeys, the clipboard and the full screen stay. */
const unused = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * The headers that every answer carries, whatever it is: also what is no request yet, and never reaches a route. No page
 * says where somebody came from: addresses of ours carry the tokens of mailed links.
 */
export function securityHeaders({
  sentryDsn,
  publicUrl,
}: Pick<Config, 'sentryDsn' | 'publicUrl'>): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet({
    contentSecurityPolicy: policy(sentryDsn),
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })(request, response, () => {});
  const headers = response.getHeaderNames().map((name) => [name, String(response.getHeader(name))] as const);
  return {
    ...Object.fromEntries(headers),
    'permissions-policy': unused.map((feature) => `${feature}=()`).join(', '),
  };
}
