import type { Plugin } from 'vite';

/** Sets theme and density before anything is painted (the other half: src/lib/theme.ts, src/lib/density.ts). */
const LOOK_SCRIPT =
  '(function(d,s,t){try{s=localStorage;t=s.theme;if(s.density)d.density=s.density}catch(e){}' +
  "if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';" +
  'd.theme=t})(document.documentElement.dataset)';

/** Prevents a submit made before the login screen's code is here (the other half: src/auth/login-screen.tsx). */
const EARLY_SUBMIT_SCRIPT =
  "addEventListener('submit',function(e){if('live'in document.documentElement.dataset)return;" +
  "e.preventDefault();e.target.setAttribute('data-early-submit','')},true)";

/**
 * Puts the small inline scripts where `<!--early-->` stands. The server finds them in the HTML files and allows each
 * by its hash.
 */
export function earlyScripts(): Plugin {
  return {
    name: 'early-scripts',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { filename }) {
        const earlySubmit = filename.endsWith('login.html') ? `<script>${EARLY_SUBMIT_SCRIPT}</script>` : '';
        return html.replace('<!--early-->', `<script>${LOOK_SCRIPT}</script>${earlySubmit}`);
      },
    },
  };
}
