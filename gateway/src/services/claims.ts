import { Gauge, type Logger, type Metrics } from '@mms/service-kit'
import type { Documents, ServiceDocument } from './documents.ts'
import type { Services } from './services.ts'

const isApi = (path: string) => path.startsWith('/api/')

/** The paths of the API that a service describes and operators trust it with. */
export function isTrusted(services: Services, service: string, path: string): boolean {
  return isApi(path) && services.find(path)?.service === service
}

/** The paths of the API that a service describes though it is not trusted with them: they do not lead to it. */
function refusedClaims(services: Services, service: string, { paths }: ServiceDocument): string[] {
  return Object.keys(paths).filter((path) => isApi(path) && !isTrusted(services, service, path))
}

interface ClaimsOptions {
  services: Services
  documents: Documents
  log: Logger
  metrics: Metrics
}

/**
 * Asks every service what it serves, and logs what it claims but is not trusted with: once, and again when that changes.
 * The number of them is a metric.
 */
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
