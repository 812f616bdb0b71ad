import type { Plugin } from 'vite';

/**
 * react-router makes its components at the top of its modules (`const Form = forwardRef(…); Form.displayName = …`) and
 * does not mark those lines as free of effects, so that forms, fetchers and scroll restoration, which this panel does
 * not use, would stay in the bundle: 4 KB gzipped. Marked, they fall away.
 */
export function shakeRouter(): Plugin {
  return {
    name: 'shake-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\// },
      handler(code) {
        const marked = code
          .replace(/^\w+\.displayName = "[\w.]+";$/gm, '')
          .replace(/= (React\$?\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1');
        return { code: marked, map: null };
      },
    },
  };
}
