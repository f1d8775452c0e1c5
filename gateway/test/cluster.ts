import { mkdir, mkdtemp, rename, symlink, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startUpstream } from './support.ts'

const ADDRESS = '/api/v1/namespaces/shop/configmaps/areas'
const PODS = '/api/v1/namespaces/shop/pods'

const discovery: Record<string, object> = {
  '/version': { major: '1', minor: '32' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [
      { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs: ['list', 'patch'] },
    ],
  },
}

interface SentConfigMap {
  metadata: { resourceVersion?: string }
  data: Record<string, string>
}

/** Writes files as a kubelet does: into a new folder, to which it then moves the link. */
async function mountFiles(folder: string, data: Record<string, string>): Promise<void> {
  const content = await mkdtemp(join(folder, '..content-'))
  for (const [file, value] of Object.entries(data)) await writeFile(join(content, file), value)
  await symlink(basename(content), join(folder, '..data_tmp'))
  await rename(join(folder, '..data_tmp'), join(folder, '..data'))
  for (const file of Object.keys(data)) await symlink(`..data/${file}`, join(folder, file)).catch(() => {})
}

/**
 * A fake Kubernetes API with the three calls that `npm run area` makes through kubectl. It refuses to replace a
 * ConfigMap if another version was read. It has one pod, whose files are updated as soon as it is annotated.
 */
export async function startCluster(folder: string, list: object) {
  const mount = join(folder, 'mount')
  await mkdir(mount)
  const state = {
    version: 1,
    data: { 'areas.json': JSON.stringify(list) } as Record<string, string>,
    /** Called before the version of a write is checked. */
    beforeWrite: () => {},
  }
  await mountFiles(mount, state.data)

  const send = (res: ServerResponse, status: number, body: object) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const refuse = (res: ServerResponse, code: number, reason: string) =>
    send(res, code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, message: reason, code })
  const configMap = () => ({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'areas', namespace: 'shop', resourceVersion: String(state.version) },
    data: state.data,
  })
  const pod = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'gateway-1', namespace: 'shop' } }

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://cluster')
    const call = `${req.method} ${pathname}`
    if (call === `GET ${ADDRESS}`) return send(res, 200, configMap())
    if (call === `PUT ${ADDRESS}`) {
      const sent = JSON.parse(await text(req)) as SentConfigMap
      state.beforeWrite()
      // Kubernetes accepts a write without a version, which overwrites any version.
      const { resourceVersion = String(state.version) } = sent.metadata
      if (resourceVersion !== String(state.version)) return refuse(res, 409, 'Conflict')
      state.version += 1
      state.data = sent.data
      return send(res, 200, configMap())
    }
    if (call === `GET ${PODS}`) {
      const items = searchParams.get('labelSelector') === 'app=gateway' ? [pod] : []
      return send(res, 200, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items })
    }
    if (call === `PATCH ${PODS}/gateway-1`) {
      await mountFiles(mount, state.data)
      return send(res, 200, pod)
    }
    const found = discovery[pathname]
    return found ? send(res, 200, found) : refuse(res, 404, 'NotFound')
  }
  const server = await startUpstream((req, res) => void answer(req, res))
  const cluster = { name: 'test', cluster: { server: server.url } }
  const context = { name: 'test', context: { cluster: 'test', user: 'asha' } }
  const users = [{ name: 'asha', user: {} }]
  const access = { clusters: [cluster], contexts: [context], users, 'current-context': 'test' }
  const KUBECONFIG = join(folder, 'kubeconfig')
  await writeFile(KUBECONFIG, JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...access }))
  return {
    state,
    mountedList: join(mount, 'areas.json'),
    /** Environment variables for a command that uses this cluster. */
    env: { KUBECONFIG, HOME: folder, AREAS_CONFIGMAP: 'shop/areas', AREAS_PODS: 'app=gateway' },
    close: server.close,
  }
}
