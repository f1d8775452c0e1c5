import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright'
import { build } from 'vite'

export const ORIGIN = 'http://kit.test'
export const NONCE = 'test-nonce'
/** The gateway's. */
const POLICY = `default-src 'self'; script-src 'self'; style-src 'self' 'nonce-${NONCE}'; img-src 'self' data:`

export const launchChromium = (more: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    ...more,
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })

/** Scripts by their path. */
export type Files = Map<string, string>

/** Bundles a page of this folder as `/page.js`. */
export async function bundlePage(name: string): Promise<Files> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('..', import.meta.url)),
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(name, import.meta.url)),
        output: { entryFileNames: 'page.js' },
      },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error('the bundler answered no single output')
  return new Map(result.output.map((file) => [`/${file.fileName}`, 'code' in file ? file.code : '']))
}

/** Answers what the page asks of `ORIGIN`: these files, and for any other path a page that loads `/page.js`. */
export async function serve(page: Page, files: Files): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) => {
    const script = files.get(new URL(route.request().url()).pathname)
    if (script) return route.fulfill({ contentType: 'text/javascript', body: script })
    return route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': POLICY },
      body: '<!doctype html><body><script type="module" src="/page.js"></script>',
    })
  })
}
