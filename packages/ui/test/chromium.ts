import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'

export const ORIGIN = 'http://kit.test'
export const NONCE = 'test-nonce'
/** The gateway's. */
const POLICY = `default-src 'self'; script-src 'self'; style-src 'self' 'nonce-${NONCE}'; img-src 'self' data:`

const ARGS = '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'

type PageOptions = Parameters<Awaited<ReturnType<typeof chromium.launch>>['newPage']>[0]

/**
 * Starts a browser for the tests of a file. The function that is returned opens a page that is served the bundle of
 * `name`, and collects what the content security policy forbids.
 */
export function startChromium(name: string) {
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  let files: Files
  beforeAll(async () => {
    files = await bundlePage(name)
    // The scroll bar is part of the layout.
    const ignoreDefaultArgs = ['--hide-scrollbars']
    const args = ARGS.split(' ')
    browser = await chromium.launch({ ignoreDefaultArgs, executablePath: '/usr/bin/chromium', args })
  })
  afterAll(() => browser?.close())
  return async (options: PageOptions = {}): Promise<{ page: Page; violations: string[] }> => {
    const page = await browser.newPage({ reducedMotion: 'reduce', ...options })
    const violations: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text())
    })
    await serve(page, files)
    return { page, violations }
  }
}

/** Scripts by their path. */
type Files = Map<string, string>

/** Bundles a page of this folder as `/page.js`. */
async function bundlePage(name: string): Promise<Files> {
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
async function serve(page: Page, files: Files): Promise<void> {
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
