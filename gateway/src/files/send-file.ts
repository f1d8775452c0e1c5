import type { Stats } from 'node:fs'
import { send } from '@koa/send'
import type { Context } from 'koa'

/** Names that change with the content, as the builds make them: `main.3f9a1c2b.js`. */
const HASHED_NAME = /[.-][\da-f]{8,}\.\w+(?:\.(?:br|gz))?$/

/** Of a file by its name: how long a browser may keep it. */
export const cacheControlOf = (file: string): string =>
  HASHED_NAME.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache'

const etagOf = ({ size, mtimeMs }: Stats) => `W/"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`

/**
 * Answers with a file below `root`, or its `.br` or `.gz` sibling where the browser takes it; false when there
 * is none. Hashed names are kept for ever, everything else is asked for again each time (304 when unchanged).
 */
export async function sendFile(ctx: Context, root: string, path: string): Promise<boolean> {
  try {
    const sent = await send(ctx, path, {
      root,
      setHeaders: (res, file, stats) => {
        res.setHeader('Cache-Control', cacheControlOf(file))
        res.setHeader('ETag', etagOf(stats))
        res.setHeader('Vary', 'Accept-Encoding')
      },
    })
    if (sent && ctx.fresh) ctx.status = 304
    return sent !== undefined
  } catch (error) {
    ctx.remove('Content-Encoding')
    if ((error as { status?: number }).status === 404) return false
    throw error
  }
}
