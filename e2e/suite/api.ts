import { admin, type Suite } from './suite.ts'

/** Talks to the suite as a script of the administrator would, to make what a journey needs. */
export interface Api {
  post<T>(path: string, body: object): Promise<T>
  put<T>(path: string, body: object): Promise<T>
  get<T>(path: string): Promise<T>
}

async function answer<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

export async function connectApi({ url }: Pick<Suite, 'url'>): Promise<Api> {
  const send = (method: string, path: string, body?: object, token?: string) =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const { token } = await answer<{ token: string }>(await send('POST', '/api/auth/login', admin))
  return {
    post: async (path, body) => answer(await send('POST', path, body, token)),
    put: async (path, body) => answer(await send('PUT', path, body, token)),
    get: async (path) => answer(await send('GET', path, undefined, token)),
  }
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

/** A medicine that is neither low nor expiring, unless told otherwise. */
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
