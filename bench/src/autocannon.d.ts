declare module 'autocannon' {
  interface Result {
    duration: number
    errors: number
    timeouts: number
    statusCodeStats: Record<string, { count: number }>
    requests: { total: number }
  }
  interface Running extends Promise<Result> {
    on(
      event: 'response',
      seen: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void
  }
  interface RequestData {
    path: string
    headers: Record<string, string>
    body?: string
  }
  interface Options {
    url: string
    headers?: Record<string, string>
    connections: number
    duration: number
    method?: string
    requests?: { setupRequest: (request: RequestData) => RequestData }[]
  }
  // biome-ignore lint/style/noDefaultExport: that is how the library exports it
  export default function autocannon(options: Options): Running
}
