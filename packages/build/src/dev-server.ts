import type { Configuration } from '@rspack/core'

/**
 * What `rspack --env` passes. `gateway` is the origin of a running suite, `host` and `port` are where to listen,
 * `remoteOnly` leaves out the page that an area has of its own; any other key is an area's name with the origin of its own dev server:
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

/** Serves the shell with hot reload; the API and the areas come from a running suite or an area's own dev server. */
export function shellDevServer(env: Environment): DevServer {
  const areas = Object.entries(env).filter(
    ([, origin]) => typeof origin === 'string' && origin.startsWith('http'),
  )
  const overrides = areas
    .filter(([name]) => name !== 'gateway')
    .map(([name, origin]) => ({
      context: [`/areas/${name}/`],
      target: origin as string,
      pathRewrite: { [`^/areas/${name}/`]: '/' },
    }))
  return {
    ...devServer(SHELL_PORT, env),
    // The address that the page itself has; else it would be the one we listen on, which a browser counts as another.
    client: { overlay: false, webSocketURL: 'auto://0.0.0.0:0/ws' },
    proxy: [...overrides, { context: ['/api', '/areas.json', '/areas/'], target: gatewayOf(env) }],
  }
}

/** Serves one area with hot reload: alone, and as a remote of the shell's dev server. */
export function areaDevServer(usualPort: number, env: Environment): DevServer {
  const server = devServer(usualPort, env)
  return {
    ...server,
    proxy: [{ context: ['/api'], target: gatewayOf(env) }],
    // The area's client also runs in the shell's page, and must still ask its own server.
    client: { overlay: false, webSocketURL: `ws://localhost:${server.port}/ws` },
  }
}

function devServer(usualPort: number, { host, port }: Environment): DevServer {
  return {
    ...(typeof host === 'string' ? { host } : {}),
    port: Number(port ?? usualPort),
    hot: true,
    historyApiFallback: true,
    headers: { 'Access-Control-Allow-Origin': '*' },
    client: { overlay: false },
  }
}
