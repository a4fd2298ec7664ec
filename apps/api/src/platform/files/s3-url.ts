/** A bucket, and the key that opens it. */
export interface S3Place {
  /** Origin of the server. */
  endpoint: string;
  bucket: string;
  /** What the keys of this portal begin with: empty, or with a slash at the end. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const form = 'https://KEY:SECRET@s3.example.org/BUCKET?region=REGION';
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^([A-Za-z0-9_-]{1,60}\/){0,5}$/;
const regionPattern = /^[a-z0-9-]{1,40}$/;

const wrong = (why: string): { sentence: string } => ({ sentence: `S3_URL ${why} It has the form ${form}.` });

/**
 * Reads the setting S3_URL: server, bucket, perhaps a folder in it, region, and the key with its secret. No sentence
 * repeats what was given, for a part of it is secret.
 */
export function readS3Url(given: string): { value: S3Place | null } | { sentence: string } {
  if (given === '') return { value: null };
  if (!URL.canParse(given))
    return wrong('is not an address; a /, @, : or % in KEY or SECRET is written as %2F, %40, %3A or %25.');
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return wrong('must begin with https:// or http://.');
  if (url.username === '' || url.password === '')
    return wrong('names no access key, or no secret, before the host.');
  let accessKeyId: string;
  let secretAccessKey: string;
  try {
    accessKeyId = decodeURIComponent(url.username);
    secretAccessKey = decodeURIComponent(url.password);
  } catch {
    return wrong('has a % in KEY or SECRET that begins no code; write it as %25.');
  }
  const [bucket = '', ...rest] = url.pathname.slice(1).split('/');
  if (bucket === '') return wrong('names no bucket behind the host.');
  if (!bucketPattern.test(bucket))
    return wrong('names a bucket that cannot be one: 3 to 63 small letters, digits, dots and hyphens.');
  const folder = rest.filter((part) => part !== '').join('/');
  const prefix = folder === '' ? '' : `${folder}/`;
  if (!prefixPattern.test(prefix))
    return wrong(
      'names a folder behind the bucket that cannot be used: letters, digits, hyphens and underscores.',
    );
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'region');
  if (unknown !== undefined || url.hash !== '')
    return wrong('has something behind the bucket that is not known; only region is.');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!regionPattern.test(region)) return wrong('names a region that cannot be one.');
  return { value: { endpoint: url.origin, bucket, prefix, region, accessKeyId, secretAccessKey } };
}
