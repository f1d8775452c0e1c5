import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import type { Context, Middleware } from 'koa'
import { sendFile } from '../files/send-file.ts'
import { contentSecurityPolicyOf } from '../http/security-headers.ts'
import { createOpenApi, type OpenApiOptions } from './openapi.ts'

const swaggerFolder = dirname(createRequire(import.meta.filename).resolve('swagger-ui-dist/package.json'))

const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': swaggerFolder,
  'swagger-ui-bundle.js': swaggerFolder,
  'start-page.js': dirname(fileURLToPath(new URL('./start-page.js', import.meta.url))),
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API · Medicine Management System</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="api"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start-page.js"></script>
  </body>
</html>
`

function compress(ctx: Context): void {
  if (!(ctx.body instanceof Readable) || !ctx.acceptsEncodings('gzip')) return
  ctx.body = pipeline(ctx.body, createGzip(), () => {})
  ctx.set('Content-Encoding', 'gzip')
}

export function serveDocs(options: OpenApiOptions): Middleware {
  const readDocument = createOpenApi(options)
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    if (ctx.path === '/api/openapi.json') {
      ctx.state.route = ctx.path
      ctx.set('Cache-Control', 'no-cache')
      ctx.body = await readDocument()
      return
    }
    if (ctx.path !== '/api/docs' && !ctx.path.startsWith('/api/docs/')) return next()
    ctx.state.route = '/api/docs'
    const name = ctx.path.slice('/api/docs/'.length)
    if (name === '') {
      ctx.type = 'html'
      ctx.body = PAGE
      ctx.set('Content-Security-Policy', contentSecurityPolicyOf())
      return
    }
    const folder = Object.hasOwn(FILES, name) ? FILES[name] : undefined
    if (!folder || !(await sendFile(ctx as never, folder, `/${name}`))) return next()
    compress(ctx as never)
  }
}
