import postcss, { type Root } from 'postcss';

/** States that nothing is in before the first paint, and parts that no markup of ours has. */
const LATER =
  /:(?:hover|active|disabled|checked|open|focus(?!-visible)|-webkit|-moz|-ms)|::(?!before|after)|\[(?!data-theme)/;
const CLASS = /\.((?:\\.|[\w-])+)/g;
/** The properties that show only once something changes or is pointed at. */
const LATER_PROPERTIES =
  /^(?:-webkit-|-moz-|transition|animation|cursor|user-select|text-size|tab-size|scrollbar|outline|overflow-wrap|letter-|font-(?:feature|variation))/;
/** A use of a variable, with its fallback. */
const VARIABLE = /var\((--[\w-]+)(?:,\s*((?:var\([^()]*\)|[^()])*))?\)/g;
/** A tag stands at the start or behind a combinator or an opening bracket. */
const TAG = /(?:^|[\s>+~(,])([a-z][a-z0-9]*)/g;

interface Markup {
  readonly classes: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
}

function readMarkup(html: string): Markup {
  const classes = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, list]) => (list ?? '').split(/\s+/));
  const tags = [...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag]) => tag ?? '');
  return { classes: new Set(classes.map((name) => name.replaceAll('&amp;', '&'))), tags: new Set(tags) };
}

/** Whether a selector may match something in the markup as it is first painted; in doubt, yes. */
function mayMatch(selector: string, { classes, tags }: Markup): boolean {
  if (LATER.test(selector)) return false;
  const namesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');
  if (!namesOf(selector, CLASS).every((name) => classes.has(name.replaceAll('\\', '')))) return false;
  const bare = selector.replace(CLASS, '').replace(/:[\w-]+/g, '');
  return namesOf(bare, TAG).every((tag) => tags.has(tag));
}

function dropEmpty(root: Root): void {
  for (let dropped = true; dropped; ) {
    dropped = false;
    root.walk((node) => {
      if ('nodes' in node && node.nodes?.length === 0) {
        node.remove();
        dropped = true;
      }
    });
  }
}

/** Tailwind registers its own variables with a first value; where nothing sets one, the value can stand in its place. */
function inlineRegistered(root: Root): void {
  const registered = new Map<string, string | undefined>();
  root.walkAtRules('property', (rule) => {
    let initial: string | undefined;
    rule.walkDecls('initial-value', (declaration) => {
      initial = declaration.value;
    });
    registered.set(rule.params.trim(), initial);
    rule.remove();
  });
  // The layer repeats the first values for browsers older than ours.
  root.walkAtRules('layer', (rule) => {
    if (rule.params === 'properties') rule.remove();
  });
  root.walkDecls(/^--tw-/, (declaration) => {
    registered.delete(declaration.prop);
  });
  root.walkDecls((declaration) => {
    declaration.value = declaration.value.replace(VARIABLE, (whole, name: string, fallback?: string) =>
      registered.has(name) ? (registered.get(name) ?? fallback ?? whole) : whole,
    );
  });
}

/** Writes a theme's fixed values where they are used: only what the dark theme changes has to stay a variable. */
function inlineConstants(root: Root): void {
  const values = new Map<string, string[]>();
  root.walkDecls(/^--/, ({ prop, value }) => {
    values.set(prop, [...(values.get(prop) ?? []), value]);
  });
  root.walkDecls((declaration) => {
    for (let before = ''; before !== declaration.value; ) {
      before = declaration.value;
      declaration.value = before.replace(VARIABLE, (whole, name: string) => {
        const [value, ...others] = values.get(name) ?? [];
        return value === undefined || others.length > 0 ? whole : value;
      });
    }
    declaration.value = declaration.value.replace(
      /calc\(([\d.]+)rem \* ([\d.]+)\)/g,
      (_, unit: string, times: string) => `${Number(unit) * Number(times)}rem`,
    );
  });
}

/** A variable may be used by another one only, so until nothing more falls away. */
function dropUnusedVariables(root: Root): void {
  for (let dropped = true; dropped; ) {
    dropped = false;
    const used = new Set([...root.toString().matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
    root.walkDecls(/^--/, (declaration) => {
      if (used.has(declaration.prop)) return;
      declaration.remove();
      dropped = true;
    });
  }
}

/**
 * The part of a style sheet that some markup needs to be painted the way the whole sheet would paint it.
 * @param css the whole sheet, minified
 * @param html the page, `<html>` included
 */
export function criticalCss(css: string, html: string): string {
  const markup = readMarkup(html);
  const root = postcss.parse(css);
  // A page that is printed, in forced colours or with less motion has the whole sheet by then.
  root.walkAtRules('media', (rule) => {
    if (/^print$|forced-colors|reduced-motion: ?reduce/.test(rule.params)) rule.remove();
  });
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name === 'keyframes') return;
    const selectors = rule.selectors.filter((selector) => mayMatch(selector, markup));
    if (selectors.length === 0) rule.remove();
    else rule.selectors = selectors;
  });
  // The stand-in font has no file to wait for; the real ones come with the whole sheet.
  root.walkAtRules('font-face', (rule) => {
    if (rule.toString().includes('url(')) rule.remove();
  });
  // Nothing moves on the login page before its code is here.
  root.walkAtRules('keyframes', (rule) => {
    rule.remove();
  });
  root.walkDecls(LATER_PROPERTIES, (declaration) => {
    declaration.remove();
  });
  root.walkComments((comment) => {
    comment.remove();
  });
  inlineRegistered(root);
  inlineConstants(root);
  dropUnusedVariables(root);
  dropEmpty(root);
  return root.toString();
}
