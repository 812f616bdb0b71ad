import type { Plugin } from 'vite';

const PATH = '/ui';
const PAGE = `<!doctype html>
<html lang="vi" data-theme="light">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Hải Đăng: ui</title>
    <link rel="stylesheet" href="/src/app/app.css" />
    <!--early-->
    <script type="module" src="/src/catalogue/main.tsx"></script>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`;

/** Serves the page with every component of the design system at /ui, in development alone: no build knows of it. */
export function catalogue(): Plugin {
  return {
    name: 'catalogue',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== PATH) return next();
        server
          .transformIndexHtml(PATH, PAGE)
          .then((html) => response.setHeader('content-type', 'text/html').end(html), next);
      });
    },
  };
}
