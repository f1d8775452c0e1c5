declare module 'autocannon' {
  interface Result {
    duration: number
    errors: number
    timeouts: number
    non2xx: number
    requests: { total: number }
    latency: { p50: number; p99: number }
  }
  interface Options {
    url: string
    headers?: Record<string, string>
    connections: number
    duration: number
  }
  // biome-ignore lint/style/noDefaultExport: that is how the library exports it
  export default function autocannon(options: Options): Promise<Result>
}
