/** Room is left for a number that makes it unique. */
const SLUG_MAX_CHARS = 56;
const NAMELESS = 'quy_tac';

/** The words of a title in ASCII, joined by '_': 'Lừa đảo' → 'lua_dao'; a title without letters and digits gives 'quy_tac'. */
function toSlug(title: string): string {
  const ascii = title.replaceAll(/[Đđ]/g, 'd').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = ascii.replaceAll(/[^a-z0-9]+/g, '_').slice(0, SLUG_MAX_CHARS);
  return slug.replaceAll(/^_+|_+$/g, '') || NAMELESS;
}

/** The key of a new rule, from its title; one that is taken gets a number: 'lua_dao_2'. */
export function newPolicyKey(title: string, taken: readonly string[]): string {
  const slug = toSlug(title);
  if (!taken.includes(slug)) return slug;
  let number = 2;
  while (taken.includes(`${slug}_${number}`)) number += 1;
  return `${slug}_${number}`;
}
