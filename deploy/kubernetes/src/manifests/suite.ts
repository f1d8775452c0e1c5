import type { ServiceList } from '@mms/service-kit'
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1'
import type { IConfigMap } from 'kubernetes-models/v1'
import type { Deployable } from '../deployables.ts'
import { metadata, PORT } from './labels.ts'
import { denyAll } from './network.ts'

const urlOf = (name: string) => `http://${name}:${PORT}`

const configMap = (name: string, data: Record<string, string>): IConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: metadata(name, {}),
  data,
})

const toText = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** Settings that every pod gets. Where the services are is the same in every cluster: the names of their Services. */
const suiteSettings = (list: ServiceList) => ({
  LOG_LEVEL: 'info',
  STORE_TIME_ZONE: 'Asia/Kolkata',
  // After SIGTERM each answer ends its connection; one that is idle its client has closed by then.
  SHUTDOWN_DELAY_MS: '5000',
  PUBLIC_ORIGIN: 'https://pharmacy.example',
  JWKS_URL: `${urlOf('identity')}/.well-known/jwks.json`,
  ...Object.fromEntries(
    Object.keys(list).map((name) => [`${name.toUpperCase().replaceAll('-', '_')}_URL`, urlOf(name)]),
  ),
})

/** The one origin of browsers, with its certificate in the Secret `pharmacy-tls`. */
export const ingress: IIngress = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: {
    ...metadata('gateway'),
    annotations: {
      'nginx.ingress.kubernetes.io/proxy-body-size': '8m',
      // Pages and their scripts from one pod while two versions of the shell run.
      'nginx.ingress.kubernetes.io/affinity': 'cookie',
      'nginx.ingress.kubernetes.io/session-cookie-name': 'pod',
    },
  },
  spec: {
    ingressClassName: 'nginx',
    tls: [{ hosts: ['pharmacy.example'], secretName: 'pharmacy-tls' }],
    rules: [
      {
        host: 'pharmacy.example',
        http: {
          paths: [
            {
              path: '/',
              pathType: 'Prefix',
              backend: { service: { name: 'gateway', port: { name: 'http' } } },
            },
          ],
        },
      },
    ],
  },
}

/** What is the suite's and no team's. */
export function suiteOf(list: ServiceList): object[] {
  const services = Object.fromEntries(
    Object.entries(list).map(([name, { prefixes, follows }]) => [
      name,
      { url: urlOf(name), prefixes, follows },
    ]),
  )
  return [
    denyAll,
    configMap('suite', suiteSettings(list)),
    configMap('services', { 'services.json': toText(services) }),
  ]
}

/** The areas as they are at first. From then on `npm run area` changes it, so that it is applied once. */
export const firstAreas = (deployables: Deployable[]): IConfigMap =>
  configMap('areas', {
    'areas.json': toText(
      Object.fromEntries(
        deployables
          .filter(({ kind }) => kind === 'area')
          .map(({ name }) => [name.replace('mf-', ''), urlOf(name)]),
      ),
    ),
  })
