import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { httpRequest } from '@mms/service-kit'
import { AwsClient } from 'aws4fetch'
import { cacheControlOf } from '../files/send-file.ts'
import { CommandError } from './changes.ts'

export interface BucketOptions {
  /** Of the bucket, with its name in host or path. */
  url: string
  /** Where gateways read what is in it. */
  origin: string
  credentials: {
    accessKeyId: string
    secretAccessKey: string
    sessionToken: string
    region: string
  }
}

const TIMEOUT_MS = 60_000
/** Objects of builds that are not listed stay so long: a publish may be on its way. */
const KEPT_MS = 7 * 86_400_000

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

/** Compressed once for all browsers, for a bucket does not choose among siblings; `area.json` is what the gateway compares. */
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

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const textOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

/** A bucket of an S3-compatible service, with builds at `<area>/<build>/…`. Throws a `CommandError` that names what failed. */
export function openBucket({ url, origin, credentials }: BucketOptions) {
  const client = new AwsClient({ ...credentials, service: 's3' })
  const base = url.replace(/\/$/, '')
  const sourceOf = (area: string) => `${origin.replace(/\/$/, '')}/${area}`

  async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) {
    const content = { 'x-amz-content-sha256': sha256(body ?? Buffer.alloc(0)) }
    const request = { method, headers: { ...headers, ...content }, body: body ?? null }
    const signed = await client.sign(base + path, request)
    const options = { ...request, headers: signed.headers, redirect: 'error', timeoutMs: TIMEOUT_MS } as const
    return httpRequest(signed.url, options).catch((cause: Error) => {
      throw new CommandError(`The bucket refused ${method} ${path}: ${cause.message}.`, { cause })
    })
  }

  /** Keys below `prefix`, with the time at which each was written. */
  async function* objectsOf(prefix: string) {
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query = new URLSearchParams({ 'list-type': '2', prefix })
      if (token !== '') query.set('continuation-token', token)
      const xml = await (await ask('GET', `/?${query}`)).text()
      for (const one of xml.split('</Contents>').slice(0, -1))
        yield { key: textOf(one, 'Key') ?? '', at: Date.parse(textOf(one, 'LastModified') ?? '') }
      token = textOf(xml, 'NextContinuationToken')
    }
  }

  return {
    sourceOf,
    isSource: (area: string, source: string) => source === sourceOf(area),

    /** Uploads files in their order; one that is not there has no sibling of that name. */
    async upload(area: string, build: string, folder: string, files: string[]): Promise<void> {
      for (const file of files) {
        const content = await readFile(join(folder, file)).catch(() => undefined)
        if (!content) continue
        const { body, headers } = toObject(file, content)
        await ask('PUT', `/${area}/${build}/${file}`, headers, body)
      }
    },

    /** Deletes the builds of an area that are not in `listed`, and what broken uploads left, once they are a week old. */
    async sweep(area: string, listed: string[], now: Date): Promise<void> {
      for await (const { key, at } of objectsOf(`${area}/`)) {
        const isListed = listed.some((build) => key.startsWith(`${area}/${build}/`))
        const isPlain = /^[\w./-]+$/.test(key)
        if (isPlain && !isListed && now.getTime() - at > KEPT_MS) await ask('DELETE', `/${key}`)
      }
    },
  }
}

export type Bucket = ReturnType<typeof openBucket>
