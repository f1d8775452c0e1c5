import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** What a server does instead of serving a file. */
export type Misbehaviour = 'hang' | { status: number } | { append: string } | undefined

export interface AreaSource {
  origin: string
  dist: string
  /** If set, chooses the misbehaviour by path. */
  misbehave: ((path: string) => Misbehaviour) | undefined
  asked: string[]
  close(): void
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** As the gateway does, lets browsers cache hashed names. */
const keep = (file: string) => (file.endsWith('.js') ? 'public, max-age=31536000, immutable' : 'no-cache')

/** Starts a server for an area's build, which can misbehave. */
export async function startAreaSource(dist: string): Promise<AreaSource> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://area')
    source.asked.push(pathname)
    const what = source.misbehave?.(pathname)
    if (what === 'hang') return
    const file = join(source.dist, pathname)
    const status = what && 'status' in what ? what.status : existsSync(file) ? 200 : 404
    if (status !== 200) {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":"on purpose"}')
      return
    }
    const type = types[extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'cache-control': keep(file) })
    response.end(readFileSync(file, 'utf8') + (what && 'append' in what ? what.append : ''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const source: AreaSource = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dist,
    misbehave: undefined,
    asked: [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return source
}
