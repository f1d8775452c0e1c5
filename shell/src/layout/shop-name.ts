export const SHOP_NAME_KEY = 'mms.shop-name'

/** Stored in this browser for the login page, which cannot ask the server without a session. */
export const readShopName = () => localStorage.getItem(SHOP_NAME_KEY) ?? ''

/** Stylesheets for print show this attribute above the page. */
export function showShopName(name = readShopName()): void {
  document.body.dataset.shop = name
}
