/** The administrators' guide; the build writes what `guideSchema` describes into a file (build/guide.ts). */
declare module '*/huong-dan.md?guide' {
  /** Where that file is. */
  export const guideUrl: string;
}
