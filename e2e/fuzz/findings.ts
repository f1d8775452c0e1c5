import type { Problem } from './check-answer.ts'
import { bytesOf, headersOf, type Request, targetOf } from './request.ts'

export interface Finding extends Problem {
  /** Operation and class of the first request that caused it. */
  operation: string
  input: string
  command: string
  times: number
}

const SHOWN = 2_000
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Shell command that repeats a request. */
export function commandOf(url: string, request: Request, token: string | undefined): string {
  if (request.bare) {
    const bytes = Buffer.concat(request.bare.pieces.map((piece) => Buffer.from(piece))).subarray(0, SHOWN)
    return `printf ${quoted(bytes.toString('latin1').replaceAll('%', '%%').replaceAll('\r\n', '\\r\\n'))} | nc ${new URL(url).host.replace(':', ' ')}`
  }
  const headers = headersOf(request, token).filter(([name]) => !/^(host|content-length)$/i.test(name))
  const bytes = bytesOf(request)
  return [
    `curl -i -X ${request.method} ${quoted(url + targetOf(request))}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(bytes ? [`--data-binary ${quoted(bytes.subarray(0, SHOWN).toString())}`] : []),
  ].join(' ')
}

/** Findings, one per operation and message. */
export function createFindings() {
  const found = new Map<string, Finding>()
  return {
    list: () => [...found.values()],
    add(problem: Problem, command: string, request?: Request) {
      const operation = request?.operation.name ?? 'all'
      const key = [problem.kind, operation, problem.detail.replace(/[0-9a-f-]{36}/g, '').slice(0, 80)].join(
        '\n',
      )
      const present = found.get(key)
      if (present) present.times += 1
      else found.set(key, { ...problem, operation, input: request?.kind ?? '', command, times: 1 })
    },
  }
}
