/** The version of the product. Source: Requirements 1, 9.27. */
export const version = '1.7.0';
