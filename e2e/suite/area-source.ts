import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

/** `well` serves the build; `hanging` takes requests and never answers; `failing` answers 502 with JSON. */
export type Mood = 'well' | 'hanging' | 'failing'

export interface AreaSource {
  origin: string
  mood: Mood
  /** Paths that were asked for, since the last `asked.length = 0`. */
  asked: string[]
  close(): void
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

function sendFile(response: ServerResponse, file: string): void {
  if (!existsSync(file)) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
  response.end(readFileSync(file))
}

/** An origin as another team would run it for its area: serves a build, or misbehaves. */
export async function startAreaSource(dist: string): Promise<AreaSource> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://area')
    source.asked.push(pathname)
    if (source.mood === 'hanging') return
    if (source.mood === 'failing') {
      response.writeHead(502, { 'content-type': 'application/json' }).end('{"error":"bad gateway"}')
      return
    }
    sendFile(response, join(dist, pathname))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No address')
  const source: AreaSource = {
    origin: `http://127.0.0.1:${address.port}`,
    mood: 'well',
    asked: [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return source
}
