import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startApp } from './app.ts'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

interface Signed {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

/** Expected signature by AWS's description of version 4. */
function signatureOf({ method, url, headers }: Signed, secret: string): string {
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+),\s*SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const [path = '', query = ''] = url.split('?')
  const pairs = query.split('&').filter(Boolean)
  const sorted = pairs.map((pair) => (pair.includes('=') ? pair : `${pair}=`)).sort()
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, path, sorted.join('&'), lines.join(''), names, headers['x-amz-content-sha256']]
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical.join('\n'))]
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, toSign.join('\n')).toString('hex')
}

interface StoredObject {
  content: Buffer
  headers: Record<string, string>
  at: Date
}

const KEPT_HEADERS = ['content-type', 'content-encoding', 'cache-control'] as const
const PAGE = 2

function listPage(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
  const rest = keys.filter((key) => key > after)
  const entries = rest.slice(0, PAGE).map((key) => {
    const at = objects.get(key)?.at.toISOString()
    return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified><Size>1</Size></Contents>`
  })
  const next = rest[PAGE - 1]
  const token = rest.length > PAGE ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${token}</ListBucketResult>`
}

interface Options {
  secret?: string
  isPrivate?: boolean
}

/** Minimal S3-compatible bucket: signed writes, deletes and lists; whole or partial reads. */
export async function startBucket(name: string, { secret = 'secret', isPrivate = false }: Options = {}) {
  const objects = new Map<string, StoredObject>()
  const state = {
    beforeWrite: async (_key: string) => {},
  }

  const read = (key: string, { range = '' }: IncomingHttpHeaders, res: ServerResponse) => {
    const found = objects.get(key)
    const last = /^bytes=0-(\d+)$/.exec(range)?.[1]
    const content = last === undefined ? found?.content : found?.content.subarray(0, Number(last) + 1)
    res.writeHead(found ? 200 : 404, found?.headers).end(content)
  }

  const isSigned = ({ method = '', url = '', headers }: IncomingMessage, content: Buffer) =>
    headers.authorization?.endsWith(`Signature=${signatureOf({ method, url, headers }, secret)}`) &&
    ['UNSIGNED-PAYLOAD', sha256(content)].includes(String(headers['x-amz-content-sha256']))

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = req
    const { pathname, searchParams } = new URL(url, 'http://bucket')
    const key = pathname.replace(`/${name}/`, '')
    const content = await buffer(req)
    const isRead = method === 'GET' && key !== ''
    if (!(isRead && !isPrivate) && !isSigned(req, content)) {
      res.writeHead(403).end()
      return
    }
    if (isRead) return read(key, headers, res)
    if (method === 'GET') {
      res.end(listPage(objects, searchParams))
      return
    }
    if (method === 'DELETE') objects.delete(key)
    else {
      await state.beforeWrite(key)
      const kept = KEPT_HEADERS.map((name) => [name, String(headers[name] ?? '')]).filter(
        ([, value]) => value,
      )
      objects.set(key, { content, headers: Object.fromEntries(kept), at: new Date() })
    }
    res.writeHead(method === 'DELETE' ? 204 : 200).end()
  }

  const server = await startApp({
    callback: () => (req, res) => void answer(req, res).catch(() => res.writeHead(500).end()),
  })
  return {
    objects,
    state,
    url: `${server.url}/${name}`,
    env: { AWS_ACCESS_KEY_ID: 'asha', AWS_SECRET_ACCESS_KEY: secret },
    close: server.close,
  }
}
