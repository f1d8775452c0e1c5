import {
  createLifecycle,
  createLogger,
  createMetrics,
  loadConfig,
  main,
  runtimeOf,
  serve,
} from '@mms/service-kit'
import { filesSettings } from './config.ts'
import { createAreaFiles } from './files/area-files.ts'

await main(async () => {
  const { FILES_DIR: folder, HOST: host, PORT: port, ...config } = loadConfig(filesSettings)
  const log = createLogger({ name: 'files', level: config.LOG_LEVEL })
  const lifecycle = createLifecycle()
  const app = createAreaFiles({ folder, lifecycle, metrics: createMetrics('files') })
  await serve(app.callback(), {
    runtime: runtimeOf('files'),
    host,
    port,
    log,
    lifecycle,
    shutdownDelayMs: config.SHUTDOWN_DELAY_MS,
  })
})
