import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { z } from 'zod'
import { StartupError } from '../config/config.ts'
import { httpRequest } from './http-request.ts'

/** Settings of a program that writes to a bucket, under the names that all bucket tools use. */
export const bucketSettings = {
  /** Region of the bucket, instead of `us-east-1`. */
  AWS_REGION: z.string().optional(),
  /** Id of the key that may write to the bucket. */
  AWS_ACCESS_KEY_ID: z.string().optional(),
  /** Secret of that key. */
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  /** Token of a temporary key. */
  AWS_SESSION_TOKEN: z.string().optional(),
}
export type BucketSettings = Partial<Record<keyof typeof bucketSettings, string | undefined>>

interface BucketRequest {
  headers?: Record<string, string>
  /** A `Blob` is streamed, so the signature does not cover its content; only TLS protects it. */
  body?: Buffer | Blob
  timeoutMs?: number
}

const TIMEOUT_MS = 60_000
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const textOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

/**
 * Client for an S3-compatible bucket (AWS signature version 4). `url` contains the bucket's name in host or path.
 * Throws a `StartupError` with the refused request and the reason.
 */
export function createBucketClient(url: string, settings: BucketSettings) {
  const client = new AwsClient({
    accessKeyId: settings.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: settings.AWS_SESSION_TOKEN ?? '',
    region: settings.AWS_REGION ?? 'us-east-1',
    service: 's3',
  })
  const base = url.replace(/\/$/, '')

  async function request(method: string, path: string, options: BucketRequest = {}): Promise<Response> {
    const { headers = {}, body, timeoutMs = TIMEOUT_MS } = options
    const digest = body instanceof Blob ? 'UNSIGNED-PAYLOAD' : sha256(body ?? Buffer.alloc(0))
    const asked = { method, headers: { ...headers, 'x-amz-content-sha256': digest }, body: body ?? null }
    const signed = await client.sign(base + path, { ...asked, body: null })
    const sent = { ...asked, headers: signed.headers, redirect: 'error', timeoutMs } as const
    return httpRequest(signed.url, sent).catch((cause: Error) => {
      throw new StartupError(`The bucket refused ${method} ${path}: ${cause.message}.`, { cause })
    })
  }

  return {
    request,
    async *list(prefix: string): AsyncGenerator<{ key: string; at: number }> {
      for (let token: string | undefined = ''; token !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix })
        if (token !== '') query.set('continuation-token', token)
        const xml = await (await request('GET', `/?${query}`)).text()
        for (const one of xml.split('</Contents>').slice(0, -1))
          yield { key: textOf(one, 'Key') ?? '', at: Date.parse(textOf(one, 'LastModified') ?? '') }
        token = textOf(xml, 'NextContinuationToken')
      }
    },
  }
}
