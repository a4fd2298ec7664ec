/** Five applications as large as one may be, or a hundred times what a usual one holds. */
export const defaultPersonUploadsMaxMb = 5_120;
