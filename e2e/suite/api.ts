import { admin, type Suite } from './suite.ts'

/** API calls as the administrator, to prepare journeys. */
export interface Api {
  post<T>(path: string, body: object): Promise<T>
  put<T>(path: string, body: object): Promise<T>
  get<T>(path: string): Promise<T>
  delete(path: string): Promise<void>
}

async function answer<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return (response.status === 204 ? undefined : await response.json()) as T
}

/** Signs in, and again when the token expires. */
export async function connectApi({ url }: Pick<Suite, 'url'>, person = admin): Promise<Api> {
  let token = ''
  const fetchJson = (method: string, path: string, body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const logIn = async () => {
    token = ''
    token = (await answer<{ token: string }>(await fetchJson('POST', '/api/auth/login', person))).token
  }
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetchJson(method, path, body)
    if (response.status !== 401) return answer<T>(response)
    await logIn()
    return answer<T>(await fetchJson(method, path, body))
  }
  await logIn()
  return {
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    get: (path) => send('GET', path),
    delete: (path) => send('DELETE', path),
  }
}

/** Adds a user whose password need not be changed at sign-in. Returns the id. */
export async function addUser(
  suite: Pick<Suite, 'url'>,
  { password, ...person }: { email: string; password: string; name: string; role: string },
): Promise<string> {
  const given = `${password}, as given`
  const api = await connectApi(suite)
  const { _id } = await api.post<{ _id: string }>('/api/users', { ...person, password: given })
  const own = await connectApi(suite, { email: person.email, password: given })
  await own.post('/api/auth/password', { currentPassword: given, newPassword: password })
  return _id
}

export interface NewMedicine {
  name: string
  category: string
  manufacturer: string
  currentStock: number
  minStockLevel: number
  unitPrice: number
  expiryDate: string
  barcode?: string
}

/** By default the medicine is neither low nor expiring. */
export function buildMedicine(overrides: Partial<NewMedicine> = {}): NewMedicine {
  return {
    name: 'Amoxicillin 500 mg',
    category: 'Antibiotics',
    manufacturer: 'Cipla',
    currentStock: 120,
    minStockLevel: 20,
    unitPrice: 8.5,
    expiryDate: '2099-12-31',
    ...overrides,
  }
}

export function addMedicine(api: Api, overrides?: Partial<NewMedicine>): Promise<{ _id: string }> {
  return api.post('/api/medicines', buildMedicine(overrides))
}

/** Removes all medicines. */
export async function emptyStore(api: Api): Promise<void> {
  for (const { _id } of await api.get<{ _id: string }[]>('/api/medicines'))
    await api.delete(`/api/medicines/${_id}`)
}
