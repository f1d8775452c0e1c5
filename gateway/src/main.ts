import {
  createHttpServer,
  createLifecycle,
  createLogger,
  createMetrics,
  isPrivate,
  listen,
  main,
  OPEN_WARNING,
  remoteAccessVerifier,
  serve,
} from '@mms/service-kit'
import packageJson from '../package.json' with { type: 'json' }
import { createGateway, createOperations } from './app.ts'
import { openSources } from './areas/sources.ts'
import { readConfig, serviceUrls } from './config.ts'

await main(async () => {
  const config = readConfig()
  const log = createLogger({ name: 'gateway', level: config.LOG_LEVEL })
  const metrics = createMetrics('gateway')
  if (!isPrivate(config)) log.warn(OPEN_WARNING)
  const lifecycle = createLifecycle()
  const jwksUrl = config.JWKS_URL ?? `${config.IDENTITY_URL}/.well-known/jwks.json`
  const app = createGateway({
    version: packageJson.version,
    log,
    metrics,
    lifecycle,
    verifiers: { access: remoteAccessVerifier({ jwksUrl, log, registry: metrics.registry }) },
    services: serviceUrls(config),
    limits: {
      bodyMs: config.BODY_TIMEOUT_MS,
      heldBytes: config.BODIES_HELD_BYTES,
      upstreamMs: config.UPSTREAM_TIMEOUT_MS,
    },
    trustedProxies: config.TRUST_PROXY,
    publicOrigin: config.PUBLIC_ORIGIN,
    storeTimeZone: config.STORE_TIME_ZONE,
    sources: await openSources(config.AREAS_FILE, log),
    shellFolder: config.SHELL_DIR,
  })
  if (config.OPS_PORT !== undefined) {
    const operations = createHttpServer(createOperations({ metrics, lifecycle }).callback())
    await listen(operations, config.HOST, config.OPS_PORT)
  }
  await serve(app.callback(), {
    host: config.HOST,
    port: config.PORT,
    log,
    lifecycle,
    shutdownDelayMs: config.SHUTDOWN_DELAY_MS,
  })
})
