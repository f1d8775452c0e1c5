import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DAY_MS } from '@mms/contracts'
import { type BucketSettings, createBucketClient } from '@mms/service-kit/bucket'
import { cacheControlOf } from '../files/send-file.ts'

/** Builds that are not listed stay a week, because a publish may still be uploading them. */
const KEPT_MS = 7 * DAY_MS

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}

/** Compresses files here, because a bucket cannot choose a `.gz` file. The gateway compares bytes of `area.json`. */
function toObject(file: string, content: Buffer) {
  const zipped = file === 'area.json' ? content : gzipSync(content)
  const isSmaller = zipped.length < content.length
  return {
    body: isSmaller ? zipped : content,
    headers: {
      'cache-control': cacheControlOf(file),
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...(isSmaller ? { 'content-encoding': 'gzip' } : {}),
    },
  }
}

/** `url` includes the bucket's name, as host or path. Gateways read the bucket at `origin`. */
export function openBucket(url: string, origin: string, settings: BucketSettings) {
  const client = createBucketClient(url, settings)
  const sourceOf = (area: string) => `${origin.replace(/\/$/, '')}/${area}`
  return {
    sourceOf,
    isSource: (area: string, source: string) => source === sourceOf(area),

    async upload(area: string, build: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
      for (const [file, content] of files) {
        const { body, headers } = toObject(file, content)
        await client.request('PUT', `/${area}/${build}/${file}`, { headers, body })
      }
    },

    async sweep(area: string, listed: string[], now: Date): Promise<void> {
      for await (const { key, at } of client.list(`${area}/`)) {
        const isListed = listed.some((build) => key.startsWith(`${area}/${build}/`))
        const isPlain = /^[\w./-]+$/.test(key)
        if (isPlain && !isListed && now.getTime() - at > KEPT_MS) await client.request('DELETE', `/${key}`)
      }
    },
  }
}

export type Bucket = ReturnType<typeof openBucket>
