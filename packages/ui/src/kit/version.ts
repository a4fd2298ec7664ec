/** The version of the product. Source: Specification 1, section 9. */
export const version = '1.7.0';
