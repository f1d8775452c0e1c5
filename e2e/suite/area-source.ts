import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** What an origin does with a request instead of answering with the file. */
export type Misbehaviour = 'hang' | { status: number } | { append: string } | undefined

export interface AreaSource {
  origin: string
  /** The folder of the build that it serves. */
  dist: string
  /** Set, it decides on each path; it may leave those that are well. */
  misbehave: ((path: string) => Misbehaviour) | undefined
  /** Paths that were asked for. */
  asked: string[]
  close(): void
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** As the gateway does for folders: what has a hash in its name is kept by browsers, also when it is not what was meant. */
const keep = (file: string) => (file.endsWith('.js') ? 'public, max-age=31536000, immutable' : 'no-cache')

/** An origin as another team would run it for its area: serves a build, or misbehaves. */
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
