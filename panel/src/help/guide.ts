import * as z from 'zod/mini';

/** The tags in the guide's text; the build rejects anything else, HTML in the Markdown included. */
export const GUIDE_TAGS = [
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'code',
  'a',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;

export interface GuideElement {
  readonly tag: (typeof GUIDE_TAGS)[number];
  readonly children: readonly GuideNode[];
  /** Set for a link: '#section' or the path of a screen. */
  readonly href?: string | undefined;
  readonly image?: GuideImage | undefined;
}

export type GuideNode = string | GuideElement;

export interface GuideImage {
  readonly src: string;
  readonly alt: string;
  /** In pixels: the space is reserved before the image is loaded. */
  readonly width: number;
  readonly height: number;
}

const nodeSchema: z.ZodMiniType<GuideNode> = z.union([
  z.string(),
  z.object({
    tag: z.enum(GUIDE_TAGS),
    get children() {
      return z.array(nodeSchema);
    },
    href: z.optional(z.string()),
    image: z.optional(z.object({ src: z.string(), alt: z.string(), width: z.number(), height: z.number() })),
  }),
]);

/** The administrators' guide (docs/huong-dan.md), as the build writes it and the screen fetches it. */
export const guideSchema = z.object({
  /** The text before the first section. */
  intro: z.array(nodeSchema),
  sections: z.array(
    z.object({
      /** The anchor, the same as on GitHub. */
      id: z.string(),
      /** The level of the heading. */
      level: z.union([z.literal(2), z.literal(3)]),
      title: z.string(),
      body: z.array(nodeSchema),
    }),
  ),
});

export type Guide = z.infer<typeof guideSchema>;
export type GuideSection = Guide['sections'][number];

/** The text of nodes, without what marks it up. */
export const textOf = (nodes: readonly GuideNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
