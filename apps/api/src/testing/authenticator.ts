import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** What a browser would hand to an authenticator, as the API answers it. */
interface Options {
  challenge: string;
}

interface Deviation {
  origin?: string;
  host?: string;
  verified?: boolean;
  /** What its counter says; grows by itself when absent. 0: it has none. */
  counter?: number;
  challenge?: string;
}

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

/** The little of CBOR that an attestation needs. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

/** One passkey in software: ES256, no attestation, as most passkeys come. */
export function createAuthenticator(
  at: { origin: string; host: string } = { origin: 'http://localhost:3000', host: 'localhost' },
  idBytes = 32,
) {
  const id = randomBytes(idBytes);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = new Map<Cbor, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  let uses = 0;

  const clientData = (type: string, { challenge }: Options, deviation: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? at.origin,
        crossOrigin: false,
      }),
    );
  const authData = (flags: number, deviation: Deviation, ...more: Buffer[]): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? uses);
    const verified = deviation.verified === false ? 0 : 4;
    return Buffer.concat([
      sha256(deviation.host ?? at.host),
      Buffer.from([1 | verified | flags]),
      counter,
      ...more,
    ]);
  };
  const credential = { id: b64(id), rawId: b64(id), type: 'public-key', clientExtensionResults: {} };

  return {
    id: b64(id),
    /** Answers the options of a new passkey. */
    make(options: Options, deviation: Deviation = {}) {
      const size = Buffer.from([id.length >> 8, id.length & 255]);
      const data = authData(0x40, deviation, Buffer.alloc(16), size, id, cbor(cose));
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: b64(clientData('webauthn.create', options, deviation)),
          attestationObject: b64(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Answers a challenge. */
    use(options: Options, deviation: Deviation = {}) {
      uses += 1;
      const client = clientData('webauthn.get', options, deviation);
      const data = authData(0, deviation);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...credential,
        response: { clientDataJSON: b64(client), authenticatorData: b64(data), signature: b64(signature) },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof createAuthenticator>;
