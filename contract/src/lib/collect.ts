import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Everything that the files of a pattern export, in the order of their paths. For Node alone: the browser imports each
 * file by itself.
 * @throws if one exports anything else
 */
export async function collect<T>(
  folder: string,
  pattern: string,
  isWanted: (value: unknown) => value is T,
): Promise<T[]> {
  const files = globSync(pattern, { cwd: folder }).toSorted();
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(path.join(folder, file)).href)));
  return modules.flatMap((module, index) =>
    Object.entries(module).map(([name, value]) => {
      if (!isWanted(value)) throw new Error(`${files[index]}: '${name}' is not one of ${pattern}`);
      return value;
    }),
  );
}
