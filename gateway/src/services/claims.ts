import { Gauge, type Logger, type Metrics } from '@mms/service-kit'
import type { Documents, ServiceDocument } from './documents.ts'
import type { Services } from './services.ts'

const isApi = (path: string) => path.startsWith('/api/')

export function isTrusted(services: Services, service: string, path: string): boolean {
  return isApi(path) && services.find(path)?.service === service
}

/** Paths that a service describes but may not serve. The gateway does not route them to it. */
function refusedClaims(services: Services, service: string, { paths }: ServiceDocument): string[] {
  return Object.keys(paths).filter((path) => isApi(path) && !isTrusted(services, service, path))
}

interface ClaimsOptions {
  services: Services
  documents: Documents
  log: Logger
  metrics: Metrics
}

/** Logs paths that services describe but may not serve, once per change. */
export function createClaims({ services, documents, log, metrics }: ClaimsOptions): () => Promise<void> {
  const logged = new Map<string, string>()
  const gauge = new Gauge({
    name: 'gateway_refused_claims',
    help: 'Paths that a service describes but is not trusted with',
    labelNames: ['claimant'],
    registers: [metrics.registry],
  })

  const check = async (service: string, url: string) => {
    const document = await documents.fresh(service, url)
    if (!document) return
    const paths = refusedClaims(services, service, document)
    gauge.set({ claimant: service }, paths.length)
    const words = paths.map((path) => `${path} (${services.find(path)?.service ?? 'nobody'}'s)`).join(', ')
    if (words !== '' && logged.get(service) !== words) {
      log.warn(
        { claimant: service, paths },
        `${service} is not trusted with what it says it serves: ${words}`,
      )
    }
    logged.set(service, words)
  }

  return async () => {
    const installed = Object.entries(services.list()).filter(([, { url }]) => url !== undefined)
    await Promise.all(installed.map(([service, { url = '' }]) => check(service, url)))
  }
}
