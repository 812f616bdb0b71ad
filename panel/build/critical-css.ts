import { type Selector, transform } from 'lightningcss';

/** States that nobody is in before the first paint. */
const LATER_STATES = new Set(['hover', 'active', 'disabled', 'checked', 'invalid', 'autofill', 'open']);

interface Markup {
  readonly classes: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
}

function readMarkup(html: string): Markup {
  const classes = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, list]) => (list ?? '').split(/\s+/));
  const tags = [...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag]) => tag ?? '');
  return { classes: new Set(classes.map((name) => name.replaceAll('&amp;', '&'))), tags: new Set([...tags, 'html']) };
}

/** Whether a selector may match something in the markup as it is first painted. */
function mayMatch(selector: Selector, markup: Markup): boolean {
  return selector.every((part) => {
    if (part.type === 'class') return markup.classes.has(part.name);
    if (part.type === 'type') return markup.tags.has(part.name);
    if (part.type === 'attribute') return part.name === 'data-theme';
    if (part.type === 'pseudo-class') {
      if ('selectors' in part && part.kind !== 'not' && Array.isArray(part.selectors)) {
        return part.selectors.some((inner) => Array.isArray(inner) && mayMatch(inner, markup));
      }
      return !LATER_STATES.has(part.kind) && !part.kind.startsWith('custom');
    }
    if (part.type === 'pseudo-element') return part.kind === 'before' || part.kind === 'after';
    return true;
  });
}

function keepMatching(css: string, markup: Markup): string {
  const { code } = transform({
    filename: 'critical.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Rule: {
        // The stand-in font has no file to wait for; the real ones come with the whole sheet.
        'font-face': (rule) => (JSON.stringify(rule).includes('"url"') ? [] : undefined),
        style(rule) {
          const selectors = rule.value.selectors.filter((selector) => mayMatch(selector, markup));
          if (selectors.length === 0) return [];
          return { ...rule, value: { ...rule.value, selectors } };
        },
      },
    },
  });
  return code.toString();
}

function dropUnusedVariables(css: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const { code } = transform({
    filename: 'critical.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Declaration: {
        custom: (declaration) => (declaration.name.startsWith('--') && !used.has(declaration.name) ? [] : undefined),
      },
      Rule: {
        property: (rule) => (used.has(rule.value.name) ? undefined : []),
      },
    },
  });
  return code.toString();
}

/**
 * The part of a style sheet that some markup needs to be painted the way the whole sheet would paint it.
 * @param css the whole sheet
 * @param html the markup, `<html>` included
 */
export function criticalCss(css: string, html: string): string {
  let kept = keepMatching(css, readMarkup(html));
  // A variable may be used by another one only, so until nothing more falls away.
  for (let before = ''; before !== kept; ) {
    before = kept;
    kept = dropUnusedVariables(kept);
  }
  return kept;
}
