import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Context } from 'koa'
import { openFileBelow } from './open-below.ts'

/** Matches content hashes in file names: `main.3f9a1c2b.js`. */
const HASHED_NAME = /[.-][\da-f]{8,}\.\w+(?:\.(?:br|gz))?$/

const SIBLINGS = { br: '.br', gzip: '.gz' }

export const cacheControlOf = (file: string): string =>
  HASHED_NAME.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache'

const etagOf = ({ size, mtimeMs }: Stats) => `W/"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

const isPublic = (path: string) =>
  !path.includes('\0') && !path.split('/').some((part) => part.startsWith('.'))

async function openAccepted(ctx: Context, root: string, path: string) {
  for (const [coding, end] of Object.entries(SIBLINGS)) {
    if (ctx.acceptsEncodings(coding, 'identity') !== coding) continue
    const handle = await openFileBelow(root, path + end)
    if (handle) return { handle, coding }
  }
  return { handle: await openFileBelow(root, path), coding: undefined }
}

async function answer(ctx: Context, handle: FileHandle, name: string, coding: string | undefined) {
  const stats = await handle.stat()
  if (coding) ctx.set('Content-Encoding', coding)
  ctx.set({ 'Cache-Control': cacheControlOf(name), ETag: etagOf(stats), Vary: 'Accept-Encoding' })
  ctx.lastModified = stats.mtime
  ctx.type = extname(name)
  ctx.length = stats.size
  ctx.status = 200
  if (ctx.fresh) ctx.status = 304
  if (ctx.status === 304 || ctx.method === 'HEAD') await handle.close()
  else ctx.body = handle.createReadStream()
}

/** Browsers cache hashed names for ever and revalidate other files every time. */
export async function sendFile(ctx: Context, root: string, path: string): Promise<boolean> {
  const name = decode(path)
  if (name === undefined || !isPublic(name)) return false
  const { handle, coding } = await openAccepted(ctx, root, name)
  if (!handle) return false
  await answer(ctx, handle, name, coding)
  return true
}
