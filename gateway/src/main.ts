import {
  createHttpServer,
  createLifecycle,
  createLogger,
  createMetrics,
  isPrivateNetwork,
  listen,
  loadConfig,
  main,
  OPEN_NETWORK_WARNING,
  openTracing,
  remoteAccessVerifier,
  runtimeOf,
  StartupError,
  serve,
} from '@mms/service-kit'
import packageJson from '../package.json' with { type: 'json' }
import { createGateway, createOperations } from './app.ts'
import { openAreaList } from './areas/area-list.ts'
import { type GatewayConfig, settings } from './config.ts'
import { publishShellVersions } from './files/shell.ts'
import { limitConnections } from './limits/connections.ts'
import { FIXED_LIMITS, MAX_CONNECTIONS } from './limits/limits.ts'
import { openServices, type Services } from './services/services.ts'
import { publishBackupAge } from './status/status.ts'

const CHECK_MS = 15_000

/** Read at the start only; a new address needs a restart. */
function findKeys(config: GatewayConfig, services: Services): string {
  const url = services.list().identity?.url
  if (config.JWKS_URL === undefined && url === undefined) {
    throw new StartupError('The list of services must include identity.')
  }
  return config.JWKS_URL ?? `${url}/.well-known/jwks.json`
}

await main(async () => {
  const runtime = runtimeOf('gateway')
  const config = loadConfig(settings, runtime.env)
  const log = createLogger({ name: 'gateway', level: config.LOG_LEVEL, to: runtime.logTo })
  const metrics = createMetrics('gateway')
  const closeTracing = await openTracing({
    service: 'gateway',
    version: packageJson.version,
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
  })
  if (!isPrivateNetwork(config)) log.warn(OPEN_NETWORK_WARNING)
  const { BACKUP_STATE_FILE: file, BACKUP_ALARM_HOURS: alarmHours, DATA_DIR: dataFolder } = config
  if (file !== undefined) publishBackupAge({ file, alarmHours, metrics, log })
  if (config.SHELL_DIR !== undefined) publishShellVersions(config.SHELL_DIR, metrics)
  const lifecycle = createLifecycle()
  const services = await openServices({ file: config.SERVICES_FILE, log, metrics })
  const jwksUrl = findKeys(config, services)
  const areas = await openAreaList(config.AREAS_FILE, log, { registry: metrics.registry, dataFolder })
  const { app, checkClaims } = createGateway({
    version: packageJson.version,
    log,
    metrics,
    lifecycle,
    verifiers: { access: remoteAccessVerifier({ jwksUrl, log, registry: metrics.registry }) },
    services,
    limits: {
      bodyMs: config.BODY_TIMEOUT_MS,
      heldBytes: config.BODIES_HELD_BYTES,
      upstreamMs: config.UPSTREAM_TIMEOUT_MS,
      requests: config.REQUESTS_PER_SERVICE,
      requestsEach: config.REQUESTS_PER_PERSON,
      writesPerSecond: config.WRITES_PER_SECOND,
      ...FIXED_LIMITS,
    },
    trustedProxies: config.TRUST_PROXY,
    publicOrigin: config.PUBLIC_ORIGIN,
    storeTimeZone: config.STORE_TIME_ZONE,
    areas,
    shellFolder: config.SHELL_DIR,
    dataFolder,
    alarmHours,
    developerOrigins: config.DEVELOPER_ORIGINS,
    developers: config.AREA_DEVELOPERS,
  })
  setInterval(() => void checkClaims(), CHECK_MS).unref()
  if (config.OPS_PORT !== undefined) {
    const operations = createHttpServer(createOperations({ metrics, lifecycle }).callback())
    await listen(operations, config.OPS_HOST ?? config.HOST, config.OPS_PORT)
  }
  await serve(app.callback(), {
    runtime,
    host: config.HOST,
    port: config.PORT,
    log,
    lifecycle,
    shutdownDelayMs: config.SHUTDOWN_DELAY_MS,
    onClose: [closeTracing],
    configure: (server) => {
      const each = config.TRUST_PROXY > 0 ? MAX_CONNECTIONS : config.CONNECTIONS_PER_ADDRESS
      limitConnections(server, { each }, metrics)
    },
  })
})
