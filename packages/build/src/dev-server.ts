import type { Configuration } from '@rspack/core'

/**
 * What `npm run dev -- --env` passes. `gateway` is the origin of a running suite, `host` and `port` are where to listen,
 * `remoteOnly` leaves out the page that an area has of its own, `suite` is the origin of the one whose page takes the area
 * from here; any other key is an area's name with the origin of its own dev server:
 * `npm run dev -w shell -- --env inventory=http://localhost:5101`.
 */
export type Environment = Record<string, string | boolean | undefined>

/** What an `rspack.config.ts` exports. */
export type DefinedBuild = (env: Environment) => Configuration

type DevServer = Extract<NonNullable<Configuration['devServer']>, object>

const SHELL_PORT = 5100

/**
 * Runs before any other script of a development page. Shell and area each bring a React Refresh runtime, and the
 * first one's stand-in for the DevTools would hide React's renderer from the second: an area's edit would then
 * load, but not show.
 */
export const refreshHook = `__REACT_DEVTOOLS_GLOBAL_HOOK__={renderers:new Map(),supportsFiber:true,
inject(r){const id=this.renderers.size+1;this.renderers.set(id,r);return id},
onScheduleFiberRoot(){},onCommitFiberRoot(){},onCommitFiberUnmount(){}}`

function gatewayOf(env: Environment): string {
  return typeof env.gateway === 'string' ? env.gateway : 'http://localhost:5000'
}

/** The areas that come from dev servers of their own, each with its origin. */
function developedAreas(env: Environment): [name: string, origin: string][] {
  return Object.entries(env).filter(
    (entry): entry is [string, string] =>
      !['gateway', 'suite'].includes(entry[0]) && typeof entry[1] === 'string' && entry[1].startsWith('http'),
  )
}

/** What the shell's page says of them, as the gateway writes it where it lets a person develop one. */
export const developmentWords = (env: Environment) =>
  developedAreas(env)
    .map(([name]) => `${name} /areas/${name}/`)
    .join()

/** Serves the shell with hot reload; the API and the areas come from a running suite or an area's own dev server. */
export function shellDevServer(env: Environment): DevServer {
  const overrides = developedAreas(env).map(([name, origin]) => ({
    context: [`/areas/${name}/`],
    target: origin,
    pathRewrite: { [`^/areas/${name}/`]: '/' },
  }))
  return {
    ...devServer(SHELL_PORT, env),
    // The address that the page itself has; else it would be the one we listen on, which a browser counts as another.
    client: { overlay: false, webSocketURL: 'auto://0.0.0.0:0/ws' },
    proxy: [...overrides, { context: ['/api', '/areas.json', '/areas/'], target: gatewayOf(env) }],
  }
}

/** Serves one area with hot reload: alone, and as a remote of the shell's dev server or of the page of `suite`. */
export function areaDevServer(usualPort: number, env: Environment): DevServer {
  const server = devServer(usualPort, env)
  return {
    ...server,
    proxy: [{ context: ['/api'], target: gatewayOf(env) }],
    // The area's client also runs in the shell's page, and must still ask its own server, at the host that page has.
    client: { overlay: false, webSocketURL: `auto://0.0.0.0:${server.port}/ws` },
    ...(typeof env.suite === 'string' ? besideSuite(new URL(env.suite), `localhost:${server.port}`) : {}),
  }
}

/** Lets the page of one suite in, and no other: it holds a session there, and gets the sources here. */
function besideSuite({ origin, hostname }: URL, host: string): DevServer {
  return {
    headers: { 'Access-Control-Allow-Origin': origin },
    allowedHosts: [hostname],
    client: { overlay: false, webSocketURL: `ws://${host}/ws` },
  }
}

function devServer(usualPort: number, { host, port }: Environment): DevServer {
  return {
    host: typeof host === 'string' ? host : '127.0.0.1',
    port: Number(port ?? usualPort),
    hot: true,
    historyApiFallback: true,
    client: { overlay: false },
  }
}
