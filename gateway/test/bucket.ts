import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startUpstream } from './support.ts'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

interface Signed {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
}

/** What the signature of a request has to be, by AWS's description of version 4. */
export function signatureOf({ method, url, headers }: Signed, secret: string): string {
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

/**
 * A bucket of an S3-compatible service, `areas`, as little as `npm run area` needs of one: it takes writes, deletes and lists
 * that are signed with `secret`, and gives its objects to all.
 */
export async function startBucket(secret = 'secret') {
  const objects = new Map<string, StoredObject>()
  const state = {
    /** Called before a write is kept: may throw, or never end. */
    beforeWrite: async (_key: string) => {},
  }

  const list = (query: URLSearchParams) => {
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

  const read = (key: string, res: ServerResponse) => {
    const found = objects.get(key)
    res.writeHead(found ? 200 : 404, found?.headers).end(found?.content)
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = req
    const { pathname, searchParams } = new URL(url, 'http://bucket')
    const key = pathname.replace(/^\/areas\//, '')
    if (method === 'GET' && key !== '') return read(key, res)
    const content = await buffer(req)
    const isSigned = headers.authorization?.endsWith(
      `Signature=${signatureOf({ method, url, headers }, secret)}`,
    )
    if (!isSigned || headers['x-amz-content-sha256'] !== sha256(content)) {
      res.writeHead(403).end()
      return
    }
    if (method === 'GET') {
      res.end(list(searchParams))
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

  const server = await startUpstream((req, res) => {
    answer(req, res).catch(() => res.writeHead(500).end())
  })
  return {
    objects,
    state,
    url: `${server.url}/areas`,
    /** For a command that publishes to it. */
    env: {
      AREAS_BUCKET: `${server.url}/areas`,
      AWS_ACCESS_KEY_ID: 'asha',
      AWS_SECRET_ACCESS_KEY: secret,
    },
    close: server.close,
  }
}
