import type { Configuration } from '@rspack/core'

/**
 * Options of `npm run dev -- --env`. `gateway`: origin of a running suite. `host` and `port`: listening address.
 * `remoteOnly`: leaves out the area's own page. `suite`: origin of a suite whose page loads the area from here. Any
 * other key is an area's name with the origin of its dev server: `npm run dev -w shell -- --env
 * inventory=http://localhost:5101`.
 */
export type Environment = Record<string, string | boolean | undefined>

export type CreateConfiguration = (env: Environment) => Configuration

type DevServer = Extract<NonNullable<Configuration['devServer']>, object>

const SHELL_PORT = 5100

/**
 * Runs before all other scripts of a development page. Shell and area each have a React Refresh runtime. The first
 * one's DevTools stub would hide React's renderer from the second. Edits of an area would then load but not show.
 */
export const refreshHook = `__REACT_DEVTOOLS_GLOBAL_HOOK__={renderers:new Map(),supportsFiber:true,
inject(r){const id=this.renderers.size+1;this.renderers.set(id,r);return id},
onScheduleFiberRoot(){},onCommitFiberRoot(){},onCommitFiberUnmount(){}}`

function gatewayOf(env: Environment): string {
  return typeof env.gateway === 'string' ? env.gateway : 'http://localhost:5000'
}

function developedAreas(env: Environment): [name: string, origin: string][] {
  return Object.entries(env).filter(
    (entry): entry is [string, string] =>
      !['gateway', 'suite'].includes(entry[0]) && typeof entry[1] === 'string' && entry[1].startsWith('http'),
  )
}

export const developmentPlaceholder = (env: Environment) =>
  developedAreas(env)
    .map(([name]) => `${name} /areas/${name}/`)
    .join()

export function shellDevServer(env: Environment): DevServer {
  const overrides = developedAreas(env).map(([name, origin]) => ({
    context: [`/areas/${name}/`],
    target: origin,
    pathRewrite: { [`^/areas/${name}/`]: '/' },
  }))
  return {
    ...devServer(SHELL_PORT, env),
    // Connects to the page's own address, because browsers treat the listening address as another origin.
    client: { overlay: false, webSocketURL: 'auto://0.0.0.0:0/ws' },
    proxy: [...overrides, { context: ['/api', '/areas.json', '/areas/'], target: gatewayOf(env) }],
  }
}

export function areaDevServer(usualPort: number, env: Environment): DevServer {
  const server = devServer(usualPort, env)
  return {
    ...server,
    proxy: [{ context: ['/api'], target: gatewayOf(env) }],
    // Also runs in the shell's page, but must connect to the area's server, under the page's host name.
    client: { overlay: false, webSocketURL: `auto://0.0.0.0:${server.port}/ws` },
    ...(typeof env.suite === 'string' ? besideSuite(new URL(env.suite), `localhost:${server.port}`) : {}),
  }
}

/** Allows the pages of one suite only: they hold a session and read sources from this server. */
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
