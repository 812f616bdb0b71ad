/* Elements as XPaths that can be joined: an element, and one inside it. For the browsers that Playwright does not drive. */

/** An element by its tag and name: its aria-label, its label's text, or its own text, beside which a button may print its key. */
export const named = (tag: string, name: string): string => {
  const isName = `normalize-space()="${name}"`;
  return `//${tag}[@aria-label="${name}" or @id=//label[${isName}]/@for or ${isName} or span[${isName}]]`;
};
/** An element that contains a text. */
export const having = (tag: string, text: string): string => `//${tag}[contains(normalize-space(), "${text}")]`;
/** A row of a list. */
export const row = (text: string): string => `//*[@data-row][contains(., "${text}")]`;
export const dialog = (title: string): string => `//dialog[.//h2[normalize-space()="${title}"]]`;
export const toast = (text: string): string => `//*[@data-sonner-toast][contains(., "${text}")]`;
