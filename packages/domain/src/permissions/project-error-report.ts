/** One place in the code, as a stack names it. */
interface Frame {
  filename?: string | undefined;
  function?: string | undefined;
  lineno?: number | undefined;
  colno?: number | undefined;
}

/** A report as error-tracing services take it (the Sentry format), as far as it is looked at. */
interface Report {
  event_id?: string | undefined;
  timestamp?: number | undefined;
  platform?: string | undefined;
  release?: string | undefined;
  environment?: string | undefined;
  tags?: { [name: string]: unknown } | undefined;
  exception?:
    | {
        values?:
          | {
              type?: string | undefined;
              value?: string | undefined;
              stacktrace?: { frames?: Frame[] | undefined } | undefined;
            }[]
          | undefined;
      }
    | undefined;
}

/** What a report may be marked with, and the form that the mark must have. */
const tagForms: Readonly<Record<string, RegExp>> = {
  requestId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  part: /^(api|worker|user_portal|admin_portal)$/,
  // A pattern, never an address: '/users/:id', '/applications/$uid', 'send_mail'.
  route: /^[A-Za-z0-9/_:$*.-]{1,120}$/,
  task: /^[a-z_]{1,60}$/,
};

const ownFile = /(?:^|\/)((?:apps|packages|node_modules|assets)\/[\w@./+-]{1,200})$/;
const builtIn = /^(node:[\w/]{1,80}|native|<anonymous>)$/;

function ownName(text: string | undefined, form: RegExp): string | undefined {
  return text !== undefined && form.test(text) ? text : undefined;
}

function frameOf({ filename = '', function: name, lineno, colno }: Frame) {
  return {
    // Where the product lies on somebody's disk, and under which address, is nobody's business.
    filename: ownFile.exec(filename.replace(/[?#].*$/, ''))?.[1] ?? ownName(filename, builtIn) ?? 'elsewhere',
    function: ownName(name, /^[\w.$<>[\]# -]{1,100}$/) ?? '?',
    lineno,
    colno,
  };
}

/**
 * The one way out for a failure that is reported to an error-tracing service: the kind of the error, its code, the
 * places in our code that it came through, and marks from a short list. Default deny: messages of errors stay at home,
 * because they quote what people typed; so do addresses, cookies, bodies, names and everything that a library adds by
 * itself. Whoever traces an error finds its words in the portal's own log, by the number of the request.
 */
export function projectErrorReport(report: Report) {
  const tags: Record<string, string> = {};
  for (const [name, form] of Object.entries(tagForms)) {
    const value = report.tags?.[name];
    if (typeof value === 'string' && form.test(value)) tags[name] = value;
  }
  return {
    event_id: report.event_id,
    timestamp: report.timestamp,
    platform: report.platform,
    level: 'error' as const,
    release: report.release,
    environment: report.environment,
    tags,
    exception: {
      values: (report.exception?.values ?? []).map(({ type, value, stacktrace }) => ({
        type: ownName(type, /^[A-Za-z]\w{0,59}$/) ?? 'Error',
        value: ownName(value, /^[A-Z0-9_]{1,60}$/) ?? '',
        stacktrace: { frames: (stacktrace?.frames ?? []).map(frameOf) },
      })),
    },
  };
}

/** A code that an error carries ('ECONNREFUSED', '23505'); empty where it has none. */
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * An error as the start of a report. `parse` reads the lines of a stack; the message, which a stack repeats in its first
 * lines, is cut off before, so that nothing in it can pass for a place in the code.
 */
export function errorReport<F extends Frame>(
  error: unknown,
  tags: Readonly<Record<string, string | undefined>>,
  parse: (stack: string) => F[],
) {
  const known = error instanceof Error ? error : new Error('thrown');
  const stack = (known.stack ?? '').replace(known.message, '');
  const set = Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined);
  return {
    tags: Object.fromEntries(set),
    exception: {
      values: [{ type: known.name, value: codeOf(known), stacktrace: { frames: parse(stack) } }],
    },
  };
}
